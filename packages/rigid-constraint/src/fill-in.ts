/** Fills in the defaults of options. An option that is `undefined` counts as left out, as in every world definition. */
export function fillIn<Settings extends object>(
  defaults: Settings,
  options: { readonly [Field in keyof Settings]?: Settings[Field] | undefined },
): Settings {
  const settings = { ...defaults };
  for (const field of Object.keys(options) as (keyof Settings)[]) {
    const value = options[field];
    if (value !== undefined) settings[field] = value;
  }
  return settings;
}
