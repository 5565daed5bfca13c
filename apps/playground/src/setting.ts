/** A setting of a solver or of the world, as the panel shows it. */
export type Setting = {
  readonly key: string;
  readonly title: string;
  /** Additional explanation, shown as a tooltip. */
  readonly hint?: string | undefined;
} & (
  | {
      readonly kind: 'number';
      readonly default: number;
      readonly minimum: number;
      readonly maximum: number;
      readonly step: number;
    }
  | { readonly kind: 'toggle'; readonly default: boolean }
  | { readonly kind: 'choice'; readonly default: string; readonly choices: Readonly<Record<string, string>> }
);

const number = (
  key: string,
  title: string,
  value: number,
  minimum: number,
  maximum: number,
  step: number,
  hint?: string,
): Setting => ({ kind: 'number', key, title, default: value, minimum, maximum, step, hint });

const toggle = (key: string, title: string, value: boolean, hint?: string): Setting => ({
  kind: 'toggle',
  key,
  title,
  default: value,
  hint,
});

const choice = (
  key: string,
  title: string,
  value: string,
  choices: Readonly<Record<string, string>>,
  hint?: string,
): Setting => ({ kind: 'choice', key, title, default: value, choices, hint });

/** Short functions to define settings. */
export const setting: {
  readonly number: typeof number;
  readonly toggle: typeof toggle;
  readonly choice: typeof choice;
} = { number, toggle, choice };
