import { namedCommands } from '@nightflow/schemas/named-commands'

/** The keys of the texts of declared commands, by method and path of their calls. Computed when the web is built. */
export const commandKeys: Readonly<Record<string, string>> = Object.fromEntries(
  namedCommands
    .flatMap(({ texts, resource, commands }) =>
      commands.map(({ name, endpoint }) => [`${endpoint.method} ${endpoint.path}`, `${texts}:${resource}.command.${name}.short`]),
    )
    // Of commands that share a call the first one names it.
    .reverse(),
)
