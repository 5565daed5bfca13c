/** A call that is valid as it is. */
export interface ValidCall {
  /** The function, method `Class.method` or setter `Class.field=`, and after a space what distinguishes this call of it. */
  readonly name: string;
  /** Makes what the call needs, anew: a spoilt call that was not refused may have changed anything. */
  prepare(): Prepared;
  /** Number of arguments that must be given. Default: all. */
  readonly required?: number;
}

/** A call at the ready. */
export interface Prepared {
  /** Valid arguments. Each place in them is spoilt: arguments, fields of plain objects and items of lists, at any depth. */
  readonly values: readonly unknown[];
  call(...values: readonly unknown[]): unknown;
}

/** What to expect of the calls. */
export interface Expectation<P extends Prepared> {
  /** Whether an error is one of the package, with a field, a value and what is expected. */
  isTyped(error: unknown): boolean;
  /** What a refused call must leave as it was, compared by `===`. Default: nothing. */
  state?(prepared: P): unknown;
  /** Findings that are no mistakes. Each pattern should say why in a comment. */
  readonly allowed?: readonly RegExp[];
}

/**
 * Repeats calls with spoilt arguments, see the file.
 * @returns findings that are not allowed, as lines `castRay(1).x = NaN: silent`, and the patterns that allow nothing
 */
export function wrongCalls<P extends Prepared>(
  calls: readonly (ValidCall & { prepare(): P })[],
  expectation: Expectation<P>,
): Promise<string[]>;

/** The valid arguments of a function, by its name, and how many of them must be given if the last ones may be left out. */
export type FunctionCall = readonly [name: string, values: readonly unknown[], required?: number];

/** Calls of functions of a module that need nothing made for them. */
export function functionCalls(module: object, list: readonly FunctionCall[]): ValidCall[];

/** Names of everything in a module that can be called with a wrong value: functions, constructors with parameters, and of classes methods with parameters, and setters. */
export function callsOf(module: object): string[];

/** The methods and accessors of a class, without those that it inherits: how `callsOf` calls them, null if they take nothing. */
export function membersOf(owner: { readonly prototype: object }): {
  readonly key: string;
  readonly reads: boolean;
  readonly writes: string | null;
}[];
