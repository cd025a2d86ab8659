import { ActionIcon, Checkbox, Group, Popover, Text } from '@mantine/core'
import type { HomeTiles } from '@nightflow/schemas/platform/preferences'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { moved } from './kept-tiles.ts'

type Props = { button: ReactElement; names: readonly string[]; kept: HomeTiles; onKeep: (kept: HomeTiles) => void }

/** The choice and the order of the tiles, kept with the person. */
export function ArrangeTiles({ button, names, kept, onKeep }: Props) {
  const { t } = useTranslation('dashboard')
  const { hidden } = kept
  const toggle = (name: string) =>
    onKeep({ ...kept, hidden: hidden.includes(name) ? hidden.filter((other) => other !== name) : [...hidden, name] })
  return (
    <Popover defaultOpened position="bottom-end" withinPortal trapFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown>
        <Text size="xs" c="dimmed" mb={6}>
          {t('home.arrangeHint')}
        </Text>
        {names.map((name, index) => (
          <Group key={name} justify="space-between" wrap="nowrap" gap="md" mih={30}>
            <Checkbox size="xs" label={t(`home.tile.${name}`)} checked={!hidden.includes(name)} onChange={() => toggle(name)} />
            <Group gap={2} wrap="nowrap">
              {(
                [
                  [-1, IconArrowUp, 'home.moveUp'],
                  [1, IconArrowDown, 'home.moveDown'],
                ] as const
              ).map(([by, Icon, label]) => (
                <ActionIcon
                  key={by}
                  variant="subtle"
                  color="gray"
                  size="sm"
                  disabled={by < 0 ? index === 0 : index === names.length - 1}
                  aria-label={t(label, { name: t(`home.tile.${name}`) })}
                  onClick={() => onKeep({ ...kept, order: moved(names, name, by) })}
                >
                  <Icon size={14} aria-hidden />
                </ActionIcon>
              ))}
            </Group>
          </Group>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
