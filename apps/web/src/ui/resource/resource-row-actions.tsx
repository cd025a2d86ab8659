import { ActionIcon, Button, Group, Menu, Tooltip, UnstyledButton } from '@mantine/core'
import type { NamedCommand } from '@nightflow/schemas/shared/named-command'
import { IconDotsVertical, IconPencil, type IconProps, IconTrash } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { iconOfCommand } from '#ui/form/command-icon.tsx'
import type { Open, Resource } from '#ui/resource/resource.ts'
import { useResourceColumns } from '#ui/resource/resource-columns.tsx'
import type { ResourceWords } from '#ui/resource/resource-words.ts'
import { useTitle } from '#ui/resource/use-title.ts'
import type { DataColumn } from '#ui/table/data-table.tsx'
import { useIsPhone } from '#ui/table/phone-order.ts'
import { useMayDo } from '#ui/use-may-do.ts'

/** More icons beside each other are hard to distinguish. */
const iconsMax = 5

/**
 * The first column opens the row; the last holds what may be done with it: icons, or a menu with words where two icons are alike, where there are many
 * of them, and on a telephone. While a row is chosen for one command (`asked`), that one alone, beside the name.
 */
export function useColumnsWithActions<Row extends object>(
  resource: Resource<Row>,
  words: ResourceWords,
  onOpen: (open: Open<Row>) => void,
  asked?: NamedCommand<Row>,
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
  const isPhone = useIsPhone()
  const icons = [
    ...(mayChange ? [IconPencil] : []),
    ...allowed.map(({ icon }) => icon),
    ...named.map(({ icon }) => iconOfCommand[icon]),
    ...(mayRemove ? [IconTrash] : []),
  ]
  const isMenu = isPhone || icons.length > iconsMax || new Set(icons).size < icons.length
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
  if (asked) return [opening, askedColumn(asked, words, t('resource.actions'), title, onOpen), ...others]
  if (!mayChange && !mayRemove && allowed.length + named.length === 0 && !rowTool) return [opening, ...others]
  const actions: DataColumn<Row> = {
    id: 'actions',
    label: t('resource.actions'),
    value: () => null,
    unsortable: true,
    isTool: true,
    cell: (row) => {
      const name = title(row)
      const actionsOfRow: RowAction[] = [
        ...(mayChange
          ? [{ id: 'change', icon: IconPencil, label: words.own('change', { name }), open: { what: 'change', row } as const }]
          : []),
        ...allowed
          .filter(({ isOffered }) => isOffered?.(row) ?? true)
          .map((command) => ({
            id: command.name,
            icon: command.icon,
            label: words.own(`command.${command.name}`, { name }),
            open: { what: 'command', row, command } as const,
          })),
        ...named
          .filter(({ isOffered }) => isOffered?.(row) ?? true)
          .map((command) => ({
            id: command.name,
            icon: iconOfCommand[command.icon],
            label: words.own(`command.${command.name}.one`, { name }),
            open: { what: 'named', rows: [row], command } as const,
          })),
        ...(mayRemove && isRemovable(row)
          ? [{ id: 'remove', icon: IconTrash, label: t('resource.removeConfirm', { name }), open: { what: 'remove', row } as const }]
          : []),
      ].map(({ open, ...action }) => ({ ...action, onClick: () => onOpen(open) }))
      return isMenu ? (
        <ActionMenu label={t('table.rowActions', { name })} actions={actionsOfRow} tool={rowTool?.(row)} />
      ) : (
        <Group gap={2} wrap="nowrap">
          {actionsOfRow.slice(0, mayRemove && isRemovable(row) ? -1 : undefined).map((action) => (
            <ActionButton key={action.id} {...action} />
          ))}
          {rowTool?.(row)}
          {mayRemove && isRemovable(row) && <ActionButton {...actionsOfRow.at(-1)!} />}
        </Group>
      )
    },
  }
  return [opening, ...others, actions]
}

/** One button in words, while a row is chosen for one command; none for rows for which it is not offered. */
const askedColumn = <Row extends object>(
  command: NamedCommand<Row>,
  words: ResourceWords,
  label: string,
  title: (row: Row) => string,
  onOpen: (open: Open<Row>) => void,
): DataColumn<Row> => ({
  id: 'actions',
  label,
  value: () => null,
  unsortable: true,
  isTool: true,
  cell: (row) =>
    (command.isOffered?.(row) ?? true) && (
      <Button
        size="compact-xs"
        variant="light"
        aria-label={words.own(`command.${command.name}.one`, { name: title(row) })}
        onClick={() => onOpen({ what: 'named', rows: [row], command })}
      >
        {words.own(`command.${command.name}.short`)}
      </Button>
    ),
})

type RowAction = { id: string; icon: ComponentType<IconProps>; label: string; onClick: () => void }

function ActionButton({ icon: Icon, label, onClick }: RowAction) {
  return (
    <Tooltip label={label} openDelay={300}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} onClick={onClick}>
        <Icon size={16} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}

/** One button, and what may be done with the row in its menu, in words. */
function ActionMenu({ label, actions, tool }: { label: string; actions: readonly RowAction[]; tool: ReactNode }) {
  return (
    <Group gap={2} wrap="nowrap">
      {tool}
      {actions.length > 0 && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label}>
              <IconDotsVertical size={18} stroke={1.7} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown maw={300}>
            {actions.map(({ id, icon: Icon, label: text, onClick }) => (
              <Menu.Item key={id} leftSection={<Icon size={16} stroke={1.7} />} onClick={onClick}>
                {text}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  )
}
