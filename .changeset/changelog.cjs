/**
 * How a changeset is written into the changelogs: its text, as a point of a list. All packages have one version and are released together,
 * so a changelog does not list the packages that its package depends on.
 */
module.exports = {
  getReleaseLine: async ({ summary }) => {
    const [first, ...rest] = summary.split('\n').map((line) => line.trimEnd());
    return [`- ${first}`, ...rest.map((line) => (line === '' ? '' : `  ${line}`))].join('\n');
  },
  getDependencyReleaseLine: async () => '',
};
