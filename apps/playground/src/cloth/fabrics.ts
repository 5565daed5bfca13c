import '@babylonjs/core/Engines/Extensions/engine.dynamicTexture.js';
import { StandardMaterial } from '@babylonjs/core/Materials/standardMaterial.js';
import { DynamicTexture } from '@babylonjs/core/Materials/Textures/dynamicTexture.js';
import { Color3 } from '@babylonjs/core/Maths/math.color.js';
import type { Scene } from '@babylonjs/core/scene.js';
import { makeTwoSided } from '@otedama/render-babylon';

/** Fabrics by name: the plain red of the articles, and patterns painted here. */
export type FabricName = 'articles' | 'seigaiha' | 'linen' | 'beans' | 'check' | 'carp' | 'net' | 'balloons';

type Painter = (context: CanvasRenderingContext2D, width: number, height: number) => void;

interface Pattern {
  /** Texels. */
  readonly width: number;
  readonly height: number;
  readonly paint: Painter;
  /** Whether it has holes. */
  readonly isOpen?: boolean;
  /** Whether it shines like rubber. */
  readonly isGlossy?: boolean;
}

const indigo = '#2f4f82';
const cream = '#f5efe2';
const persimmon = '#dd7f56';
const vermilion = '#c8553a';
/** Seen against both backgrounds. */
const cord = '#5f8ac4';

/** Seigaiha ("waves of the blue sea"): rows of concentric arcs, each row half hidden by the next. */
const seigaiha: Painter = (context, width, height) => {
  context.fillStyle = indigo;
  context.fillRect(0, 0, width, height);
  const across = 12;
  const radius = width / across / 2;
  const border = radius * 0.9;
  for (let row = 0; row * radius * 0.5 < height + 2 * radius; row++) {
    const y = row * radius * 0.5;
    for (let column = -1; column <= across; column++) {
      const x = (2 * column + (row % 2 === 0 ? 1 : 2)) * radius;
      for (const [share, color] of [
        [1, cream],
        [0.93, indigo],
        [0.74, cream],
        [0.67, indigo],
        [0.48, cream],
        [0.41, indigo],
        [0.22, cream],
      ] as const) {
        context.beginPath();
        context.arc(x, y, radius * share, 0, 2 * Math.PI);
        context.fillStyle = color;
        context.fill();
      }
    }
  }
  context.strokeStyle = indigo;
  context.lineWidth = 2 * border;
  context.strokeRect(0, 0, width, height);
  context.strokeStyle = cream;
  context.lineWidth = radius * 0.12;
  context.strokeRect(border * 0.72, border * 0.72, width - 1.44 * border, height - 1.44 * border);
};

/** Linen: threads of slightly different lightness, with a woven border at the hem. */
const linen: Painter = (context, width, height) => {
  context.fillStyle = persimmon;
  context.fillRect(0, 0, width, height);
  for (let x = 0; x < width; x += 2) {
    const light = ((x * 7919) % 97) / 97;
    context.fillStyle = `rgb(255 244 230 / ${0.02 + 0.09 * light})`;
    context.fillRect(x, 0, 1, height);
  }
  for (let y = 0; y < height; y += 2) {
    const light = ((y * 6271) % 89) / 89;
    context.fillStyle = `rgb(90 30 10 / ${0.01 + 0.06 * light})`;
    context.fillRect(0, y, width, 1);
  }
  context.fillStyle = cream;
  for (const [top, thickness] of [
    [0.86, 0.012],
    [0.885, 0.03],
    [0.928, 0.012],
  ] as const) {
    context.fillRect(0, top * height, width, thickness * height);
  }
};

/** The three beans of the word mark on cream, between two bands. */
const beans: Painter = (context, width, height) => {
  context.fillStyle = cream;
  context.fillRect(0, 0, width, height);
  context.fillStyle = indigo;
  context.fillRect(0, 0, width, height * 0.1);
  context.fillRect(0, height * 0.9, width, height * 0.1);
  const unit = width / 40;
  for (const [x, y, radius, color] of [
    [-6, 4.5, 7.5, '#4a6fa5'],
    [6, 5.5, 6.5, '#e2855e'],
    [1, -6.5, 5.5, '#8fae6b'],
  ] as const) {
    context.beginPath();
    context.arc(width / 2 + x * unit, height / 2 + y * unit, radius * unit, 0, 2 * Math.PI);
    context.fillStyle = color;
    context.fill();
  }
};

/** A check of two overlapping transparent bands. */
const check: Painter = (context, width, height) => {
  context.fillStyle = '#efe6d6';
  context.fillRect(0, 0, width, height);
  const bands = 9;
  const step = width / bands;
  for (let i = 0; i < bands; i++) {
    context.fillStyle = 'rgb(124 154 140 / 0.62)';
    context.fillRect(i * step + step * 0.12, 0, step * 0.42, height);
    context.fillRect(0, i * step + step * 0.12, width, step * 0.42);
    context.fillStyle = 'rgb(199 111 134 / 0.75)';
    context.fillRect(i * step + step * 0.72, 0, step * 0.08, height);
    context.fillRect(0, i * step + step * 0.72, width, step * 0.08);
  }
};

/** A carp around a tube: its mouth above, its tail below, its back in the middle and its belly at both sides. */
const carp: Painter = (context, width, height) => {
  const back = context.createLinearGradient(0, 0, width, 0);
  for (const [share, color] of [
    [0, cream],
    [0.13, cream],
    [0.24, vermilion],
    [0.76, vermilion],
    [0.87, cream],
    [1, cream],
  ] as const)
    back.addColorStop(share, color);
  context.fillStyle = back;
  context.fillRect(0, 0, width, height);
  const lines = context.createLinearGradient(0, 0, width, 0);
  for (const [share, color] of [
    [0.1, 'rgb(200 85 58 / 0.4)'],
    [0.24, 'rgb(245 239 226 / 0.85)'],
    [0.76, 'rgb(245 239 226 / 0.85)'],
    [0.9, 'rgb(200 85 58 / 0.4)'],
  ] as const)
    lines.addColorStop(share, color);

  // scales, from the tail to the head: each covers the root of the next
  const across = 12;
  const radius = width / across / 2;
  const [firstRow, lastRow] = [Math.round((0.27 * height) / radius), Math.round((0.84 * height) / radius)];
  for (let row = lastRow; row >= firstRow; row--) {
    for (let column = 0; column <= across; column++) {
      const x = (2 * column + (row % 2)) * radius;
      context.beginPath();
      context.arc(x, row * radius, radius, 0, 2 * Math.PI);
      context.fillStyle = back;
      context.fill();
      context.lineWidth = radius * 0.16;
      context.strokeStyle = lines;
      context.stroke();
      context.beginPath();
      context.arc(x, row * radius, radius * 0.45, 0.15 * Math.PI, 0.85 * Math.PI);
      context.stroke();
    }
  }

  // the head: gills, eyes and the ring of the mouth
  const gill = 0.25 * height;
  context.fillStyle = back;
  context.beginPath();
  context.moveTo(0, 0);
  for (let k = 0; k <= 64; k++) {
    const share = k / 64;
    context.lineTo(share * width, gill - 0.035 * height * Math.cos(4 * Math.PI * share));
  }
  context.lineTo(width, 0);
  context.closePath();
  context.fill();
  context.lineWidth = radius * 0.4;
  context.strokeStyle = indigo;
  context.stroke();
  for (const side of [-1, 1])
    for (const [share, color] of [
      [1.25, indigo],
      [1.1, cream],
      [0.6, indigo],
    ] as const) {
      context.beginPath();
      context.arc((0.5 + 0.2 * side) * width, 0.115 * height, share * radius, 0, 2 * Math.PI);
      context.fillStyle = color;
      context.fill();
    }
  context.fillStyle = indigo;
  context.fillRect(0, 0, width, 0.018 * height);

  // the rays of the tail
  context.fillStyle = back;
  context.fillRect(0, 0.86 * height, width, 0.14 * height);
  context.fillStyle = indigo;
  context.fillRect(0, 0.86 * height, width, 0.012 * height);
  for (let ray = 0; ray < 2 * across; ray++)
    context.fillRect((ray + 0.35) * radius, 0.885 * height, radius * 0.3, 0.115 * height);
};

/** A net of knotted cords in a hem of cloth; nothing between them. */
const net: Painter = (context, width, height) => {
  const meshes = 22;
  const step = width / meshes;
  context.clearRect(0, 0, width, height);
  context.strokeStyle = cord;
  context.lineWidth = 0.2 * step;
  for (let k = 0; k <= meshes; k++)
    for (const [x1, y1, x2, y2] of [
      [k * step, 0, k * step, height],
      [0, k * step, width, k * step],
    ] as const) {
      context.beginPath();
      context.moveTo(x1, y1);
      context.lineTo(x2, y2);
      context.stroke();
    }
  context.fillStyle = cord;
  for (let row = 0; row <= meshes; row++)
    for (let column = 0; column <= meshes; column++) {
      context.beginPath();
      context.arc(column * step, row * step, 0.2 * step, 0, 2 * Math.PI);
      context.fill();
    }
  context.strokeStyle = persimmon;
  context.lineWidth = step;
  context.strokeRect(0, 0, width, height);
};

/** The colours of balloons, side by side, each a little deeper towards the knot. */
const balloons: Painter = (context, width, height) => {
  const colors = ['#c8553a', '#e2855e', '#e8b74f', '#8fae6b', '#4f9a94', '#4a6fa5'];
  const step = width / colors.length;
  colors.forEach((color, k) => {
    context.fillStyle = color;
    context.fillRect(k * step, 0, step, height);
  });
  const knot = context.createLinearGradient(0, 0, 0, 0.35 * height);
  knot.addColorStop(0, 'rgb(40 20 30 / 0.5)');
  knot.addColorStop(1, 'rgb(40 20 30 / 0)');
  context.fillStyle = knot;
  context.fillRect(0, 0, width, height);
};

const patterns: Readonly<Record<Exclude<FabricName, 'articles'>, Pattern>> = {
  seigaiha: { width: 2048, height: 2048, paint: seigaiha },
  linen: { width: 2048, height: 1024, paint: linen },
  beans: { width: 768, height: 1024, paint: beans },
  check: { width: 1024, height: 1024, paint: check },
  carp: { width: 1024, height: 1536, paint: carp },
  net: { width: 1408, height: 1408, paint: net, isOpen: true },
  balloons: { width: 384, height: 256, paint: balloons, isGlossy: true },
};

/** Creates the material of a fabric. */
export function weave(scene: Scene, fabric: FabricName): StandardMaterial {
  const material = new StandardMaterial(fabric, scene);
  if (fabric === 'articles') {
    material.diffuseColor = Color3.Red();
    material.backFaceCulling = false;
    return material;
  }
  const { width, height, paint, isOpen = false, isGlossy = false } = patterns[fabric];
  const texture = new DynamicTexture(fabric, { width, height }, scene, true);
  paint(texture.getContext() as CanvasRenderingContext2D, width, height);
  texture.update(false); // row 0 of the picture is v = 0, the cloth's upper edge
  texture.anisotropicFilteringLevel = 8;
  texture.wrapU = DynamicTexture.CLAMP_ADDRESSMODE;
  texture.wrapV = DynamicTexture.CLAMP_ADDRESSMODE;
  material.diffuseTexture = texture;
  texture.hasAlpha = isOpen;
  material.specularColor = isGlossy ? new Color3(0.45, 0.44, 0.42) : new Color3(0.09, 0.085, 0.08);
  material.specularPower = isGlossy ? 70 : 18;
  makeTwoSided(material);
  return material;
}
