import { ActionIcon, Kbd, Text, UnstyledButton } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconPalette, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageMenu } from '#session/language-menu.tsx'
import { Breadcrumb } from '#shell/breadcrumb.tsx'
import { FavouriteButton } from '#shell/favourite-button.tsx'
import { TrialCounter } from '#shell/trial-counter.tsx'
import { UserMenu } from '#shell/user-menu.tsx'

type Props = { isOpen: boolean; bell: ReactNode; onToggle: () => void; onFind: () => void; onSettings: () => void }

export function TopBar({ isOpen, bell, onToggle, onFind, onSettings }: Props) {
  const { t } = useTranslation('shell')
  const Fold = isOpen ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand
  return (
    <div className="nf-top-bar">
      <ActionIcon variant="subtle" color="gray" size="lg" onClick={onToggle} aria-label={t('sidebar')} aria-expanded={isOpen}>
        <Fold size={20} aria-hidden />
      </ActionIcon>
      <Breadcrumb />
      <FavouriteButton />
      <span className="nf-top-tools">
        <TrialCounter />
        <UnstyledButton className="nf-find" onClick={onFind} aria-label={t('find')}>
          <IconSearch size={16} aria-hidden />
          <Text size="sm" span visibleFrom="lg">
            {t('findShort')}{' '}
          </Text>
          <Kbd size="xs" visibleFrom="lg">
            {t('findKey')}
          </Kbd>
        </UnstyledButton>
        <LanguageMenu />
        {bell}
        <ActionIcon variant="subtle" color="gray" size="lg" onClick={onSettings} aria-label={t('settings.title')}>
          <IconPalette size={19} aria-hidden />
        </ActionIcon>
        <UserMenu />
      </span>
    </div>
  )
}
