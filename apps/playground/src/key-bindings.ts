import type { KeyBinding } from './keyboard.js';
import type { Playground } from './playground.js';
import type { Stage } from './stage.js';
import type { Teaching } from './teaching/teaching.js';

/** What keys do that have a button or a field of the page, too. */
export interface PageActions {
  togglePause(): void;
  toggleComparison(): void;
  togglePlots(): void;
  toggleClip(): void;
  openHelp(): void;
  openSource(): void;
  focusSearch(): void;
}

/** The keys of the page, in the order of the help. */
export const keyBindings = (
  playground: Playground,
  stage: Stage,
  teaching: Teaching,
  page: PageActions,
): readonly KeyBinding[] => [
  { keys: ['p', ' '], label: 'P', description: 'pause or resume', group: 'run', run: page.togglePause },
  { keys: ['o'], label: 'O', description: 'single step', group: 'run', run: () => playground.singleStep() },
  {
    keys: [','],
    label: ',',
    description: 'previous frame',
    group: 'run',
    run: () => playground.moveFrame(-1),
  },
  { keys: ['.'], label: '.', description: 'next frame', group: 'run', run: () => playground.moveFrame(1) },
  {
    keys: ['r'],
    label: 'R',
    description: 'restart, keep the view',
    group: 'run',
    run: () => playground.restart(),
  },
  {
    keys: ['n'],
    label: 'N',
    description: 'add a body at the pointer',
    group: 'run',
    run: () => playground.edits.add(),
  },
  {
    keys: ['b'],
    label: 'B',
    description: 'blast at the pointer',
    group: 'run',
    run: () => playground.edits.blast(),
  },
  {
    keys: ['x', 'Delete', 'Backspace'],
    label: 'X',
    description: 'remove what is at the pointer',
    group: 'run',
    run: () => playground.edits.eraseAt(),
  },
  {
    keys: ['h'],
    label: 'H',
    description: 'hinge what is at the pointer',
    group: 'run',
    run: () => playground.edits.pinAt(),
  },
  {
    keys: ['z'],
    label: 'Z',
    description: 'undo: back to before your last change',
    group: 'run',
    run: () => playground.undo(),
  },
  {
    keys: ['['],
    label: '[',
    description: 'previous scene',
    group: 'run',
    run: () => playground.showNeighbor(-1),
  },
  {
    keys: [']'],
    label: ']',
    description: 'next scene',
    group: 'run',
    run: () => playground.showNeighbor(1),
  },
  {
    keys: ['Home'],
    label: 'Home',
    description: 'reset the view',
    group: 'view',
    run: () => stage.resetCamera(),
  },
  {
    keys: ['f'],
    label: 'F',
    description: 'fit moving bodies',
    group: 'view',
    run: () => playground.frameMovers(),
  },
  {
    keys: ['ArrowLeft'],
    label: '←',
    description: 'look left',
    group: 'view',
    run: () => stage.moveCamera(-0.1, 0),
  },
  {
    keys: ['ArrowRight'],
    label: '→',
    description: 'look right',
    group: 'view',
    run: () => stage.moveCamera(0.1, 0),
  },
  {
    keys: ['ArrowUp'],
    label: '↑',
    description: 'look up',
    group: 'view',
    run: () => stage.moveCamera(0, 0.1),
  },
  {
    keys: ['ArrowDown'],
    label: '↓',
    description: 'look down',
    group: 'view',
    run: () => stage.moveCamera(0, -0.1),
  },
  { keys: ['+', '='], label: '+', description: 'zoom in', group: 'view', run: () => stage.zoomCamera(1.25) },
  { keys: ['-'], label: '−', description: 'zoom out', group: 'view', run: () => stage.zoomCamera(0.8) },
  {
    keys: ['c'],
    label: 'C',
    description: 'compare solvers side by side',
    group: 'view',
    run: page.toggleComparison,
  },
  { keys: ['g'], label: 'G', description: 'plots', group: 'view', run: page.togglePlots },
  {
    keys: ['t'],
    label: 'T',
    description: 'open or close Look inside',
    group: 'lessons',
    run: () => teaching.toggle(),
  },
  { keys: ['j'], label: 'J', description: 'previous step', group: 'lessons', run: () => teaching.move(-1) },
  {
    keys: ['k'],
    label: 'K',
    description: 'play the steps',
    group: 'lessons',
    run: () => teaching.togglePlay(),
  },
  { keys: ['l'], label: 'L', description: 'next step', group: 'lessons', run: () => teaching.move(1) },
  {
    keys: ['v'],
    label: 'V',
    description: 'record a video; again to save it',
    group: 'view',
    run: page.toggleClip,
  },
  { keys: ['u'], label: 'U', description: 'source of the scene', group: 'run', run: page.openSource },
  { keys: ['/'], label: '/', description: 'search scenes', group: 'run', run: page.focusSearch },
  { keys: ['?'], label: '?', description: 'this help', group: 'run', run: page.openHelp },
];
