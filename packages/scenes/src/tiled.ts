/**
 * Levels from the Tiled editor: a map becomes a scene, with a list of its objects. A page that reads no maps does not load this entry.
 * @module
 */
export {
  readTiledMap,
  type TiledLevel,
  type TiledObject,
  type TiledOptions,
} from './tiled/read-tiled-map.js';
