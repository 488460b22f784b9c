// Fingers on an element, as a gesture.

import { TouchGesture } from "./touch_gesture.js";

/** @import {TouchLayout} from "./touch_gesture.js" */

/**
 * Fingers (not mice) on `element` play; its style should have `touch-action: none`, or the page scrolls instead.
 * @param {HTMLElement} element
 * @param {() => TouchLayout} layout   in client coordinates
 * @returns {{gesture: TouchGesture, detach: () => void}}
 */
export function attachTouch(element, layout) {
  const gesture = new TouchGesture(layout);
  const detaching = new AbortController();
  /** @param {"pointerdown"|"pointermove"|"pointerup"|"pointercancel"} type @param {(event: PointerEvent) => void} on */
  const listen = (type, on) => {
    const heard = (/** @type {PointerEvent} */ event) => {
      if (event.pointerType !== "mouse") on(event);
    };
    element.addEventListener(type, heard, { signal: detaching.signal });
  };
  listen("pointerdown", (event) => {
    if (event.target instanceof Element && event.target.closest("button, a, input, dialog")) return;
    element.setPointerCapture(event.pointerId);
    gesture.start(event.pointerId, event.clientX, event.clientY, event.timeStamp);
  });
  listen("pointermove", (event) => gesture.move(event.pointerId, event.clientX, event.clientY));
  listen("pointerup", (event) => gesture.end(event.pointerId, event.clientX, event.timeStamp));
  listen("pointercancel", (event) => gesture.cancel(event.pointerId));
  return { gesture, detach: () => detaching.abort() };
}
