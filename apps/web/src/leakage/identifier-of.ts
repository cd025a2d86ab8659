/**
 * An identifier for a new point from its name, so that people need not type one: its letters without accents, digits and hyphens. A name of other
 * letters, such as Chinese, gives `point-1`.
 */
export const identifierOf = (name: string, taken: ReadonlySet<string>): string => {
  if (name.trim() === '') return ''
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 56)
    .replace(/-+$/, '')
  const isNamed = /[a-z]/.test(plain)
  const base = isNamed ? plain : plain === '' ? 'point' : `point-${plain}`
  if (isNamed && !taken.has(base)) return base
  for (let number = isNamed ? 2 : 1; ; number += 1) if (!taken.has(`${base}-${number}`)) return `${base}-${number}`
}
