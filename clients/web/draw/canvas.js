// Canvases as sharp as the display.

/**
 * Follows the size that the style gives to a canvas. Setting a canvas' size empties it, so this happens when it is
 * about to be drawn on: the result is a function that makes it fit, and says whether it had to.
 * @param {HTMLCanvasElement} canvas
 * @returns {() => boolean}
 */
export function fitCanvas(canvas) {
  let width = 0;
  let height = 0;
  new ResizeObserver(([entry]) => {
    ({ width, height } = entry.contentRect);
  }).observe(canvas);
  return () => {
    const ratio = window.devicePixelRatio || 1;
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width === wide && canvas.height === high) return false;
    canvas.width = wide;
    canvas.height = high;
    return true;
  };
}
