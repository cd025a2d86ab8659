/**
 * A verification looks at the whole log, and its findings name streams and rows. A utility gets its own in full and of the others
 * only how many there are; the command line's `verify` names them all.
 */
export const ownFindings = (findings: readonly string[], tenant: string): string[] => {
  const own = findings.filter((finding) => (tenantOf(finding) ?? tenant) === tenant)
  const others = findings.length - own.length
  return others === 0 ? own : [...own, `${others} in other tenants`]
}

/** A broken chain starts with its stream, `<tenant>/…`; a differing row names its key, `…: row tenant <tenant>, …`. */
const tenantOf = (finding: string): string | undefined =>
  /^([a-z][a-z0-9-]*)\//.exec(finding)?.[1] ?? /^\w+: row (?:.*, )?tenant ([a-z][a-z0-9-]*)/.exec(finding)?.[1]
