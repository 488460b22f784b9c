// The texts of the dialog in which a person reports a player to the moderators; texts.js has all others.

/** @satisfies {Record<string, Record<"en"|"ja", string>>} */
export const kReportTexts = {
  "report.open": { en: "Report", ja: "通報" },
  "report.player": { en: "Report {name}", ja: "{name} を通報" },
  "report.comment": { en: "Report what {name} says", ja: "{name} の発言を通報" },
  "report.title": { en: "Report to the moderators", ja: "モデレーターに通報" },
  "report.who": { en: "Player", ja: "プレイヤー" },
  "report.reason": { en: "Reason", ja: "理由" },
  "report.words": { en: "Offensive words", ja: "不快な発言" },
  "report.name": { en: "An offensive name", ja: "不快な名前" },
  "report.cheats": { en: "Cheating", ja: "不正行為" },
  "report.stalls": { en: "Stalls or leaves on purpose", ja: "わざと遅らせる・抜ける" },
  "report.other": { en: "Something else", ja: "その他" },
  "report.details": { en: "Details (not required)", ja: "くわしく（任意）" },
  "report.send": { en: "Send", ja: "送信" },
  "report.sending": { en: "Sending…", ja: "送信しています…" },
  "report.sent": { en: "Thank you. The moderators have got your report.", ja: "ありがとうございます。通報はモデレーターに届きました。" },
  "report.too_many": { en: "You have sent many reports. Try again in a minute.", ja: "通報が続いています。1 分後にもう一度お試しください。" },
  "report.gone": { en: "This game is too long ago to be reported.", ja: "この試合は古く、通報できません。" },
};
