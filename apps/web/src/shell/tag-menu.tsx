import { Menu } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { VisitedView } from '#shell/visited-views.ts'

type TagMenuProps = {
  opened: { view: VisitedView; x: number; y: number }
  onClose: () => void
  onRefresh: () => void
  onCloseView: () => void
  onCloseOthers: () => void
  onCloseAll: () => void
}

/** The commands of a tab, where it was pressed. */
export function TagMenu({ opened: { view, x, y }, onClose, onRefresh, onCloseView, onCloseOthers, onCloseAll }: TagMenuProps) {
  const { t } = useTranslation('shell')
  const outside = useClickOutside(onClose)
  return (
    <Menu opened onClose={onClose} position="bottom-start" withinPortal>
      <Menu.Target>
        <span style={{ position: 'fixed', left: x, top: y, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown ref={outside} aria-label={t('tags.menu', { title: view.title })}>
        <Menu.Item onClick={onRefresh}>{t('tags.refresh')}</Menu.Item>
        {!view.isPinned && <Menu.Item onClick={onCloseView}>{t('tags.close')}</Menu.Item>}
        <Menu.Item onClick={onCloseOthers}>{t('tags.closeOthers')}</Menu.Item>
        <Menu.Item onClick={onCloseAll}>{t('tags.closeAll')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
