/** What lists of pages tell about the cloth scenes, apart from the scenes: a page that only lists them does not load code for cloths. */

/** A cloth scene in a list. */
export interface AboutCloth {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** The names of the cloth scenes. */
export type ClothName =
  | 'flag'
  | 'carp'
  | 'curtain'
  | 'furoshiki'
  | 'ball'
  | 'table'
  | 'statue'
  | 'poncho'
  | 'cape'
  | 'heap'
  | 'layers'
  | 'hammock'
  | 'net'
  | 'cushion'
  | 'balloons'
  | 'banner'
  | 'tear'
  | 'pushed'
  | 'articles';

/** All cloth scenes by name, in list order. */
export const aboutCloths: Readonly<Record<ClothName, AboutCloth>> = {
  flag: {
    name: 'flag',
    title: 'Flag',
    description:
      '100 g/m² in a fresh breeze: the air presses on every triangle, and waves run along the flag at the speed of the wind.',
  },
  carp: {
    name: 'carp',
    title: 'Carp streamer',
    description:
      'A tube of cloth swims in the wind, which blows it open. Its scales run around it without a seam. Pull it back, and let it swim on.',
  },
  curtain: {
    name: 'curtain',
    title: 'Curtain',
    description: 'Nineteen rings on a rod, gathered into nine pleats. Pull it aside.',
  },
  furoshiki: {
    name: 'furoshiki',
    title: 'Furoshiki',
    description:
      'Hung by two corners. On the GPU it has 256 × 256 cells: 66,049 particles and 523,768 constraints.',
  },
  ball: {
    name: 'ball',
    title: 'Over a ball',
    description:
      'Held by nothing but friction. Pull it off onto the floor, then throw it back over the ball.',
  },
  table: {
    name: 'table',
    title: 'Over a box',
    description: 'Leather of its real weight and stiffness. Pull it aside until it slips off.',
  },
  statue: {
    name: 'statue',
    title: 'Unveiling',
    description: 'A sheet over a knot: a mesh as a collider. Pull it off, and drop it through the holes.',
  },
  poncho: {
    name: 'poncho',
    title: 'Poncho',
    description:
      'A triangle mesh with a hole for the head. Pull it up by the hem, and let it fall back over the shoulders.',
  },
  cape: {
    name: 'cape',
    title: 'Cape',
    description:
      'Skinned to a figure that walks: each row may move a little more freely than the one above, and none gets into the back.',
  },
  heap: {
    name: 'heap',
    title: 'In a heap',
    description:
      'A cloth that collides with itself and folds into layers. Lift it by a corner and let it fall again.',
  },
  layers: {
    name: 'layers',
    title: 'Three cloths',
    description:
      'A runner falls on a check, the check on a table cloth, and each comes to lie on the one below. Pull out the lowest, or lift the top one by a corner.',
  },
  hammock: {
    name: 'hammock',
    title: 'Hammock',
    description: 'Hung level by its four corners. Throw it up and it falls back into its folds.',
  },
  net: {
    name: 'net',
    title: 'Net',
    description: 'The ball feels the net, and the net the ball. Pull the net down, and let go.',
  },
  cushion: {
    name: 'cushion',
    title: 'Cushion',
    description:
      'Two sheets, sewn together and full of air, throw the ball up until it rolls off. Let air out in the settings: it sinks in.',
  },
  balloons: {
    name: 'balloons',
    title: 'Balloons',
    description:
      'Tied together by their knots, lighter than air, each with air of its own. Pull one out and let it go: the others make room again.',
  },
  banner: {
    name: 'banner',
    title: 'Banner',
    description: 'Hung by two corners in a wind that keeps turning and bellies it out like a sail.',
  },
  tear: {
    name: 'tear',
    title: 'Tear',
    description:
      'Old linen on rings. Pull it hard: it tears along its threads. Cut it with the blade: what comes off falls.',
  },
  pushed: {
    name: 'pushed',
    title: 'Pushed aside',
    description: 'A ball swings to and fro through a hanging sheet, drags it along and slips off.',
  },
  articles: {
    name: 'articles',
    title: 'The articles’ cloth',
    description:
      '50 × 50 cells hung by two corners, 5 substeps, no tethers, in the original 450-pixel picture.',
  },
};

/** Address of the picture of a cloth, at twice the size shown in the list. */
export const clothPicture = (name: string): string =>
  new URL(`./pictures/${name}.webp`, import.meta.url).href;
