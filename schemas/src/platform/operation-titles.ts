import { pages } from '../default-menus.ts'
import { resources } from '../resources.ts'
import { type Texts, texts } from '../shared/language.ts'
import type { MenuPlace } from '../shared/resource.ts'

type Part = { prefix: string; titles: Texts }

/** Parts of the service without a page of their own. */
const otherParts: readonly Part[] = [
  { prefix: '/prod-api/business/dashboard', titles: texts('Home', '首页', 'Accueil', 'Beranda') },
  {
    prefix: '/prod-api/business/collectionSettings',
    titles: texts(
      'Due days, reminders and late fees',
      '到期日、催缴与滞纳金',
      'Échéances, relances et pénalités',
      'Jatuh tempo, pengingat, dan denda',
    ),
  },
]

const partsOfPages = pages.flatMap(({ shows = [], titles }) => shows.map((prefix) => ({ prefix, titles })))

const partsOfResources = Object.values(resources).flatMap(({ path, menu }: { path: string; menu?: MenuPlace }) =>
  menu ? [path, ...(menu.shows ?? [])].map((prefix) => ({ prefix, titles: menu.titles })) : [],
)

/**
 * The parts of the service that the operation log distinguishes: where their calls begin, and the titles of the pages that show them. The first match
 * counts, so the longest prefix comes first.
 */
export const operationTitles: readonly Part[] = [...otherParts, ...partsOfPages, ...partsOfResources].toSorted(
  (one, other) => other.prefix.length - one.prefix.length,
)

/** The name of the part that a path belongs to; undefined for what belongs to none. */
export const titlesOfPath = (path: string): Texts | undefined =>
  operationTitles.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))?.titles
