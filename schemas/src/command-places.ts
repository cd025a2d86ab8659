import { pages } from './default-menus.ts'
import { namedCommands } from './named-commands.ts'
import { resourceCalls } from './resource-calls.ts'
import { resources } from './resources.ts'
import type { Endpoint } from './shared/endpoint.ts'
import type { CommandIcon } from './shared/named-command.ts'
import type { MenuPlace } from './shared/resource.ts'

/** A command that the palette offers: its texts are `<texts>:<resource>.command.<name>`, of what makes a row `<texts>:<resource>.create`. */
export type PlacedCommand = {
  texts: string
  resource: string
  name: string
  /** None for what makes a row. */
  icon?: CommandIcon
  endpoint: Endpoint
  /** The list that carries it out, as the menu knows it. */
  screen: string
}

const declared: readonly { name: string; texts: string; menu?: MenuPlace }[] = Object.values(resources)

/** The list whose rows a command is for: that of its resource, or the page that shows what the command changes. */
const screenOf = (resource: string, { path }: Endpoint): string | undefined =>
  declared.find(({ name }) => name === resource)?.menu?.component ??
  pages.find(({ isHidden, shows = [] }) => !isHidden && shows.some((shown) => path.startsWith(shown)))?.component

const onRows = (): PlacedCommand[] =>
  namedCommands.flatMap(({ texts, resource, screen: own, commands }) =>
    commands.flatMap(({ name, icon, endpoint }) => {
      const screen = own ?? screenOf(resource, endpoint)
      return screen === undefined ? [] : [{ texts, resource, name, icon, endpoint, screen }]
    }),
  )

const ofNewRows = (): PlacedCommand[] =>
  Object.entries(resourceCalls).flatMap(([key, calls]) => {
    const { name: resource, texts, menu } = resources[key as keyof typeof resources] as (typeof declared)[number]
    return 'create' in calls && menu ? [{ texts, resource, name: 'create', endpoint: calls.create, screen: menu.component }] : []
  })

/** Every declared command with the list where it is done: what makes a row, and what is done with one. */
export const placedCommands = (): PlacedCommand[] => [...ofNewRows(), ...onRows()]
