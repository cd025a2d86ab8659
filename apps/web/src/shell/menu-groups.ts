import type { MenuItem } from '#shell/menu-tree.ts'

/** The jobs of a utility, and the directories of the menu that belong to each. A directory that no job names is an entry of its own. */
const jobs = [
  { name: 'leakage', icon: 'droplet', directories: ['/water', '/alarm'] },
  { name: 'network', icon: 'gauge', directories: ['/device', '/gateway', '/readMeter'] },
  { name: 'customers', directories: ['/customer'] },
  { name: 'billing', directories: ['/billing'] },
  { name: 'prepaid', icon: 'receipt', directories: ['/prepaid', '/card'] },
  { name: 'field', directories: ['/workOrder'] },
  { name: 'reports', directories: ['/report'] },
  { name: 'administration', icon: 'settings', directories: ['/system', '/audit', '/tenant'] },
] as const

const jobPrefix = 'job:'
/** Has directories below it, not screens alone. */
export const isJob = ({ key }: MenuItem): boolean => key.startsWith(jobPrefix)

type Job = (typeof jobs)[number]
type NamedJob = Extract<Job, { icon: string }>['name']

/** A directory with one permitted screen is that screen, so that its address tells where it belongs. */
const isOf = ({ key }: MenuItem, { directories }: Job): boolean =>
  directories.some((directory) => key === directory || key.startsWith(`${directory}/`))

/**
 * The menu by jobs, in the order of a day; within a job in the server's order. A job of which a person has one directory is that directory, with
 * the title that the menu gives it.
 */
export const byJob = (items: readonly MenuItem[], titleOf: (job: NamedJob) => string): MenuItem[] => {
  const groups = jobs.flatMap((job): MenuItem[] => {
    const members = items.filter((item) => isOf(item, job))
    if (members.length < 2 || !('icon' in job)) return members
    return [{ key: `${jobPrefix}${job.name}`, title: titleOf(job.name), icon: job.icon, children: members }]
  })
  return [...groups, ...items.filter((item) => !jobs.some((job) => isOf(item, job)))]
}

/** Entries of a directory that are in sight before a person wants the others. */
export const inSightMax = 9

/** The first entries; the active one takes the last place where it is not among them. */
export const inSight = (items: readonly MenuItem[], active: readonly string[]): readonly MenuItem[] => {
  if (items.length <= inSightMax) return items
  const other = items.slice(inSightMax).find(({ key }) => active.includes(key))
  return other ? [...items.slice(0, inSightMax - 1), other] : items.slice(0, inSightMax)
}

/** The screens of the menu with these addresses, in this order; what the person may not see any more is left out. */
export const entriesAt = (items: readonly MenuItem[], addresses: readonly string[]): MenuItem[] => {
  const all = items.flatMap(leavesOf)
  return addresses.flatMap((address) => all.find(({ to }) => to === address) ?? [])
}

const leavesOf = (item: MenuItem): MenuItem[] => (item.children.length === 0 ? [item] : item.children.flatMap(leavesOf))
