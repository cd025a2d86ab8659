import type { NamedCommand } from '@nightflow/schemas/shared/named-command'
import type { AnyResource, Row } from '#ui/resource/resource.ts'

/** The declared commands of a resource, whatever its rows are. */
export const commandsOf = ({ calls }: AnyResource): readonly NamedCommand<Row>[] => (calls.commands ?? []) as readonly NamedCommand<Row>[]
