// What runs in the page of browser.mjs: one contestant per function, and what every run is measured by.

/** Puts `run` onto the window. A contestant opens an array and reads; opening is not timed. */
export function contend({ open, read, item }) {
  window.run = async ({ url, at, points }) => {
    const array = await open(url);
    const watch = watchPauses();
    const started = performance.now();
    const values = points === undefined ? await read(array, at) : await inTurn(points, (point) => item(array, point));
    const seconds = (performance.now() - started) / 1000;
    return { seconds, pause: watch(), sum: sum(values), shared: isShared(values) };
  };
}

async function inTurn(points, read) {
  const values = [];
  for (const point of points) values.push(await read(point));
  return values;
}

/** The longest time in which the page could not react, in ms. */
function watchPauses() {
  let longest = 0;
  let last = performance.now();
  const beat = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(beat, 1);
  return () => {
    beat();
    clearInterval(timer);
    return longest;
  };
}

function sum(values) {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i];
  return total;
}

function isShared({ buffer }) {
  return typeof SharedArrayBuffer === "function" && buffer instanceof SharedArrayBuffer;
}
