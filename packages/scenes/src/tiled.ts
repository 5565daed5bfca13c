// Maps of the Tiled editor
export {
  readTiledMap,
  type TiledLevel,
  type TiledObject,
  type TiledOptions,
} from './tiled/read-tiled-map.js';
