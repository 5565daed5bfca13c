import { readPng } from './png.js';

export async function takePicture(element) {
  const { width, height, channels, bytes } = readPng(await element.screenshot({ animations: 'allow' }));
  return {
    width,
    height,
    at(x, y) {
      const i = channels * (y * width + x);
      return [bytes[i], bytes[i + 1], bytes[i + 2], channels === 4 ? bytes[i + 3] : 255];
    },
    count(passes) {
      let count = 0;
      for (let y = 0, i = 0; y < height; y++)
        for (let x = 0; x < width; x++, i += channels)
          if (passes(bytes[i], bytes[i + 1], bytes[i + 2])) count++;
      return count;
    },
  };
}
