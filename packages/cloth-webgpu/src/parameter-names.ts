/**
 * Parameters that are assigned to a cloth, such as `cloth.gravity = ...`. JavaScript would say that the cloth is not extensible, which does
 * not tell what to do. So the class gets setters that do.
 */
import { ClothError } from './errors.js';

/**
 * From now on, assigning one of the names to an object of a class throws a `ClothError` that leads to `setParameters`.
 * @param prototype that of the class
 */
export function refuseAssignments(prototype: object, names: readonly string[]): void {
  for (const name of names)
    Object.defineProperty(prototype, name, {
      set(value: unknown): never {
        throw new ClothError(`cloth.${name}`, value, `setParameters({ ${name} })`);
      },
    });
}
