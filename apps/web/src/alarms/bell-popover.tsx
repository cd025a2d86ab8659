import { Group, Popover } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { cloneElement, type HTMLAttributes, type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BellList } from '#alarms/bell-list.tsx'
import type { useNotices } from '#alarms/use-notices.ts'
import { ScreenLink } from '#shell/screen-link.tsx'

const bellHeight = 360
const alarmsPath = '/alarm/alarm'

type Props = { button: ReactElement<HTMLAttributes<HTMLButtonElement>>; notices: ReturnType<typeof useNotices> }

/** The latest notices below the bell. */
export function BellPopover({ button, notices: { notices, view, clear, readAll } }: Props) {
  const { t } = useTranslation('shell')
  const [opened, setOpened] = useState(true)
  const leave = () => setOpened(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={360} trapFocus withinPortal>
      <Popover.Target>{cloneElement(button, { onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('bell.title')}>
        <BellList
          notices={notices.data}
          error={notices.error}
          onItem={(item) => {
            leave()
            return view(item)
          }}
          onClear={clear}
          onReadAll={readAll}
          height={bellHeight}
          links={
            <Group gap="sm">
              <ScreenLink screen="alarms/notices" className="nf-link" onClick={leave}>
                {t('bell.centre')}
              </ScreenLink>
              <Link to={alarmsPath} className="nf-link" onClick={leave}>
                {t('bell.all')}
              </Link>
            </Group>
          }
        />
      </Popover.Dropdown>
    </Popover>
  )
}
