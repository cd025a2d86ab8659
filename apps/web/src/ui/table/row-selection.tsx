import { Button, Checkbox, Group, Text } from '@mantine/core'
import type { NamedCommand } from '@nightflow/schemas/shared/named-command'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resource } from '#ui/resource/resource.ts'
import type { ResourceWords } from '#ui/resource/resource-words.ts'
import { useTitle } from '#ui/resource/use-title.ts'
import type { DataColumn } from '#ui/table/data-table.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

export type RowSelection<Row> = {
  rows: readonly Row[]
  commands: readonly NamedCommand<Row>[]
  Tools: ComponentType<{ rows: readonly Row[] }> | undefined
  column: DataColumn<Row> | undefined
  clear: () => void
}

/**
 * The rows of the page that are selected, for the commands that take several and for the tools of the selection. A row has a box where one of the
 * commands is offered for it, or where there are tools.
 */
export function useRowSelection<Row extends object>(
  resource: Resource<Row>,
  words: ResourceWords,
  rows: readonly Row[] = [],
): RowSelection<Row> {
  const mayDo = useMayDo()
  const title = useTitle(resource)
  const [chosen, setChosen] = useState<readonly unknown[]>([])
  const commands = (resource.calls.commands ?? []).filter(({ isForMany, endpoint }) => isForMany && mayDo(endpoint))
  const { id } = resource.calls
  const Tools = resource.selectionTools?.calls.some(mayDo) ? resource.selectionTools.Tools : undefined
  const selectable = rows.filter((row) => Tools !== undefined || commands.some(({ isOffered }) => isOffered?.(row) ?? true))
  const selected = selectable.filter((row) => chosen.includes(row[id]))
  const clear = () => setChosen([])
  if (commands.length === 0 && !Tools) return { rows: [], commands, Tools, column: undefined, clear }
  const column: DataColumn<Row> = {
    id: 'choice',
    label: '',
    head: (
      <Checkbox
        size="xs"
        aria-label={words.own('chooseAll')}
        disabled={selectable.length === 0}
        checked={selected.length > 0 && selected.length === selectable.length}
        indeterminate={selected.length > 0 && selected.length < selectable.length}
        onChange={() => setChosen(selected.length === selectable.length ? [] : selectable.map((row) => row[id]))}
      />
    ),
    value: () => null,
    unsortable: true,
    isTool: true,
    cell: (row) =>
      selectable.includes(row) && (
        <Checkbox
          size="xs"
          aria-label={words.own('choose', { name: title(row) })}
          checked={chosen.includes(row[id])}
          onChange={() => setChosen(chosen.includes(row[id]) ? chosen.filter((other) => other !== row[id]) : [...chosen, row[id]])}
        />
      ),
  }
  return { rows: selected, commands, Tools, column, clear }
}

/**
 * Beside the list while rows are selected: how many, and what can be done with them. A command takes the rows that it is offered for: a valve is closed
 * where there is one, and the button says of how many.
 */
export function SelectionBar<Row>({
  selection: { rows, commands, Tools, clear },
  words,
  onCommand,
}: {
  selection: RowSelection<Row>
  words: ResourceWords
  onCommand: (command: NamedCommand<Row>, rows: readonly Row[]) => void
}) {
  const { t } = useTranslation('shared')
  if (rows.length === 0) return null
  return (
    <Group className="nf-panel nf-chosen" gap="xs" px="sm" py={6} role="status">
      <Text size="sm" fw={600} className="nf-figures">
        {words.own('chosen', { count: rows.length })}
      </Text>
      {commands.map((command) => {
        const offered = rows.filter((row) => command.isOffered?.(row) ?? true)
        const label = words.own(`command.${command.name}.short`)
        return (
          offered.length > 0 && (
            <Button key={command.name} size="compact-sm" variant="light" onClick={() => onCommand(command, offered)}>
              {offered.length === rows.length ? label : t('resource.offeredFor', { label, count: offered.length })}
            </Button>
          )
        )
      })}
      {Tools && <Tools rows={rows} />}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={clear}>
        {words.own('chooseNone')}
      </Button>
    </Group>
  )
}
