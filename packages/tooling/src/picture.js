export async function takePicture(element) {
  const png = (await element.screenshot({ animations: 'allow' })).toString('base64');
  const { width, height, data } = await element.page().evaluate(async (encoded) => {
    const blob = await (await fetch(`data:image/png;base64,${encoded}`)).blob();
    const bitmap = await createImageBitmap(blob);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const pixels = context.getImageData(0, 0, bitmap.width, bitmap.height).data;
    let binary = '';
    for (let i = 0; i < pixels.length; i += 32768) {
      binary += String.fromCharCode(...pixels.subarray(i, i + 32768));
    }
    return { width: bitmap.width, height: bitmap.height, data: btoa(binary) };
  }, png);
  const pixels = Buffer.from(data, 'base64');
  return {
    width,
    height,
    at(x, y) {
      const i = 4 * (y * width + x);
      return [pixels[i], pixels[i + 1], pixels[i + 2], pixels[i + 3]];
    },
    count(passes) {
      let count = 0;
      for (let i = 0; i < pixels.length; i += 4) {
        if (passes(pixels[i], pixels[i + 1], pixels[i + 2])) count++;
      }
      return count;
    },
  };
}
