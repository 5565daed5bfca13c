import { PNG } from 'pngjs';

export async function takePicture(element) {
  const { width, height, data } = PNG.sync.read(await element.screenshot({ animations: 'allow' }));
  return {
    width,
    height,
    at(x, y) {
      const i = 4 * (y * width + x);
      return [data[i], data[i + 1], data[i + 2], data[i + 3]];
    },
    count(passes) {
      let count = 0;
      for (let i = 0; i < data.length; i += 4) {
        if (passes(data[i], data[i + 1], data[i + 2])) count++;
      }
      return count;
    },
  };
}
