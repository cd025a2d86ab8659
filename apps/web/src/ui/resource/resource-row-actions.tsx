import { ActionIcon, Group, Tooltip, UnstyledButton } from '@mantine/core'
import { IconPencil, type IconProps, IconTrash } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { iconOfCommand } from '#ui/form/command-icon.tsx'
import type { Open, Resource } from '#ui/resource/resource.ts'
import { useResourceColumns } from '#ui/resource/resource-columns.tsx'
import type { ResourceWords } from '#ui/resource/resource-words.ts'
import { useTitle } from '#ui/resource/use-title.ts'
import type { DataColumn } from '#ui/table/data-table.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

/** The first column opens the row; the last holds what may be done with it. */
export function useColumnsWithActions<Row extends object>(
  resource: Resource<Row>,
  words: ResourceWords,
  onOpen: (open: Open<Row>) => void,
): DataColumn<Row>[] {
  const { calls, commands = [], isRemovable = () => true, Detail, drawer, rowTool } = resource
  const title = useTitle(resource)
  const { t } = useTranslation('shared')
  const mayDo = useMayDo()
  const columns = useResourceColumns(resource, words)
  const mayChange = mayDo(calls.change)
  const mayRemove = mayDo(calls.remove)
  const allowed = commands.filter(({ permission }) => mayDo({ permission }))
  const named = (calls.commands ?? []).filter(({ endpoint }) => mayDo(endpoint))
  const opens = Detail || drawer ? 'detail' : mayChange ? 'change' : undefined
  const [first, ...others] = columns
  const opening: DataColumn<Row> = {
    ...first!,
    cell: (row) =>
      opens ? (
        <UnstyledButton className="nf-link nf-cell-button" onClick={() => onOpen({ what: opens, row })}>
          {first!.cell?.(row) ?? first!.value(row)}
        </UnstyledButton>
      ) : (
        (first!.cell?.(row) ?? first!.value(row))
      ),
  }
  if (!mayChange && !mayRemove && allowed.length + named.length === 0 && !rowTool) return [opening, ...others]
  const actions: DataColumn<Row> = {
    id: 'actions',
    label: t('resource.actions'),
    value: () => null,
    unsortable: true,
    isTool: true,
    cell: (row) => (
      <Group gap={2} wrap="nowrap">
        {mayChange && (
          <RowAction icon={IconPencil} label={words.own('change', { name: title(row) })} onClick={() => onOpen({ what: 'change', row })} />
        )}
        {allowed
          .filter(({ isOffered }) => isOffered?.(row) ?? true)
          .map((command) => (
            <RowAction
              key={command.name}
              icon={command.icon}
              label={words.own(`command.${command.name}`, { name: title(row) })}
              onClick={() => onOpen({ what: 'command', row, command })}
            />
          ))}
        {named
          .filter(({ isOffered }) => isOffered?.(row) ?? true)
          .map((command) => (
            <RowAction
              key={command.name}
              icon={iconOfCommand[command.icon]}
              label={words.own(`command.${command.name}.one`, { name: title(row) })}
              onClick={() => onOpen({ what: 'named', rows: [row], command })}
            />
          ))}
        {rowTool?.(row)}
        {mayRemove && isRemovable(row) && (
          <RowAction
            icon={IconTrash}
            label={t('resource.removeConfirm', { name: title(row) })}
            onClick={() => onOpen({ what: 'remove', row })}
          />
        )}
      </Group>
    ),
  }
  return [opening, ...others, actions]
}

function RowAction({ icon: Icon, label, onClick }: { icon: ComponentType<IconProps>; label: string; onClick: () => void }) {
  return (
    <Tooltip label={label} openDelay={300}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={onClick}>
        <Icon size={16} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}
