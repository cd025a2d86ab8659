import { meterDecider } from '@nightflow/domain/devices/meter-decider'
import { findMeterGroup } from '@nightflow/platform/settings/meter-groups'
import { assignMeterOwner, lifeCommands } from '@nightflow/schemas/devices/meter-life'
import { commandRoutes } from '../http/command-routes.ts'
import { namedBy } from '../http/commanded-rows.ts'
import { codesOf, type Given } from '../http/each-route.ts'
import { assignOwners } from '../http/owners.ts'
import { command, type Route } from '../http/serve.ts'
import { refuseUnlisted } from '../resource/listed-ids.ts'

type Numbered = { number: string }

const answer = (given: Given<Numbered, unknown>) => ({
  ...{ changed: given.accepted.length, refused: codesOf(given, ({ number }) => number), position: given.position },
})
/** The operation log keeps what was asked for, and the meters that were refused. */
const logged = ({ request }: Given<Numbered, object>, { refused }: { refused: unknown }) => {
  const { number: numbers, ...typed } = request as { number: readonly string[] }
  return { after: { numbers, ...typed, refused } }
}
const stepping = { answer, logged }

/** Storage, issue, installation, removal, scrap, and the group of a meter. */
export const meterLifeRoutes: readonly Route[] = [
  ...commandRoutes(
    { commands: lifeCommands, decider: meterDecider, find: namedBy('number'), logged: () => undefined },
    {
      ...{ store: stepping, issue: stepping, install: stepping, removeFromPipe: stepping, scrap: stepping },
      group: {
        ...stepping,
        prepareAll: async ({ meterGroupId, reason }, context) => {
          const found = meterGroupId === null ? undefined : await context.read((database) => findMeterGroup(database, meterGroupId))
          const unlisted = await refuseUnlisted(context, 'meterGroups', [meterGroupId])
          return unlisted ?? { meterGroupName: found?.meterGroupName ?? null, reason: reason || undefined }
        },
      },
    },
  ),
  command(assignMeterOwner, ({ number, ...owner }, context) => assignOwners('meter', number, owner, context)),
]
