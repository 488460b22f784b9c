// Plays one frame of the problem: turns keys into moves, then plays sounds, announces and stores the results.

import { kNoLocks } from "../input/repeat.js";
import { announce, playSounds } from "../practice/announcements.js";
import { toldOf } from "./view.js";

/** @import {Announcer} from "../base/live.js" */
/** @import {Controls} from "../input/controls.js" */
/** @import {Sound} from "../sound/sound.js" */
/** @import {TrainingGame} from "./game.js" */
/** @import {News, TrainingSession} from "./session.js" */

export class Play {
  /**
   * @param {TrainingGame} game @param {TrainingSession} session
   * @param {{controls: Controls, sound: Sound, announcer: Announcer}} senses
   * @param {() => void} onEnd   a problem has ended, or another one has begun
   */
  constructor(game, session, senses, onEnd) {
    this.game_ = game;
    this.session_ = session;
    this.senses_ = senses;
    this.onEnd_ = onEnd;
    this.pressed_ = 0;
    /** @type {News["end"]} */
    this.end_ = null;
    this.told_ = "";
  }

  /** Adds keys to the held ones for the next frame. @param {number} keys */
  press(keys) {
    this.pressed_ |= keys;
  }

  step() {
    const { controls, sound, announcer } = this.senses_;
    const before = this.game_.side();
    const happened = this.game_.step(controls.next(kNoLocks) | this.pressed_);
    this.pressed_ = 0;
    if (happened.some(({ kind }) => kind === "controllable")) controls.nextPair();
    playSounds(sound, happened, before, this.game_.side());
    announce(announcer, happened);
    this.session_.notice();
    this.tell_();
  }

  tell_() {
    const { news } = this.session_;
    if (news.end !== this.end_) {
      this.end_ = news.end;
      this.onEnd_();
    }
    const told = toldOf(this.game_, news);
    if (told !== this.told_) this.senses_.announcer.say("told", told);
    this.told_ = told;
  }
}
