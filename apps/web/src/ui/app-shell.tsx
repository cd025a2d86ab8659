import { AppShell, Burger, Button, Group, Kbd, Menu, NavLink, ScrollArea, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { mayDo, type Permission } from '@nightflow/schemas/shared/permissions'
import {
  IconChevronDown,
  IconDeviceDesktop,
  IconDropletHalf2Filled,
  IconLogout,
  IconMoon,
  type IconProps,
  IconSearch,
  IconSun,
} from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageMenu } from '#session/language-menu.tsx'
import { useSession } from '#session/session-query.ts'

export type NavigationEntry = { to: string; label: string; icon: ComponentType<IconProps>; permission: Permission; group: string }

type Props = { entries: readonly NavigationEntry[]; onFind: () => void; onSignOut: () => void; children: ReactNode }

/** Bar, navigation and the screen. Only what the person may see is offered. */
export function ProductShell({ entries, onFind, onSignOut, children }: Props) {
  const { t } = useTranslation('shared')
  const session = useSession()
  const [opened, { toggle, close }] = useDisclosure()
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a small screen the navigation closes whenever the path changes.
  useEffect(close, [pathname])
  const allowed = entries.filter(({ permission }) => mayDo(session.permissions, permission, session.tenant))
  const groups = [...new Set(allowed.map(({ group }) => group))]
  return (
    <AppShell header={{ height: 48 }} navbar={{ width: 212, breakpoint: 'sm', collapsed: { mobile: !opened } }} padding={0}>
      <AppShell.Header className="nf-header">
        <a className="nf-skip" href="#content">
          {t('shell.skip')}
        </a>
        <Group h="100%" px="sm" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap={8} wrap="nowrap" miw={0}>
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={t('shell.navigation')} aria-expanded={opened} />
            <IconDropletHalf2Filled size={22} color="var(--mantine-primary-color-filled)" aria-hidden />
            <Text fw={700} visibleFrom="xs">
              Nightflow
            </Text>
            <Text size="sm" c="dimmed" truncate>
              {session.tenantName}
            </Text>
          </Group>
          <Group gap={4} wrap="nowrap">
            <UnstyledButton className="nf-find" onClick={onFind} aria-label={t('shell.find')}>
              <IconSearch size={15} aria-hidden />
              <Text size="sm" span visibleFrom="md">
                {t('shell.findShort')}{' '}
              </Text>
              <Kbd size="xs" visibleFrom="md">
                {t('shell.findKey')}
              </Kbd>
            </UnstyledButton>
            <span className="nf-wide-only">
              <LanguageMenu />
            </span>
            <PersonMenu onSignOut={onSignOut} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p={6} aria-label={t('shell.navigation')}>
        <AppShell.Section grow component={ScrollArea}>
          {groups.map((group) => (
            <div key={group} className="nf-nav-group">
              <Text size="xs" c="dimmed" fw={600} px={10} pt={10} pb={2}>
                {t(`navigationGroup.${group}`)}
              </Text>
              {allowed
                .filter((entry) => entry.group === group)
                .map(({ to, label, icon: Icon }) => {
                  const active = pathname === to || pathname.startsWith(`${to}/`)
                  return (
                    <NavLink
                      key={to}
                      renderRoot={(props) => <Link to={to} {...props} />}
                      label={label}
                      leftSection={<Icon size={17} stroke={1.7} aria-hidden />}
                      active={active}
                      aria-current={active ? 'page' : undefined}
                      className="nf-nav-link"
                    />
                  )
                })}
            </div>
          ))}
        </AppShell.Section>
        <AppShell.Section hiddenFrom="sm" p={6}>
          <LanguageMenu />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        {children}
      </AppShell.Main>
    </AppShell>
  )
}

function PersonMenu({ onSignOut }: { onSignOut: () => void }) {
  const { t } = useTranslation('shared')
  const session = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const schemes = [
    { scheme: 'auto', icon: IconDeviceDesktop },
    { scheme: 'light', icon: IconSun },
    { scheme: 'dark', icon: IconMoon },
  ] as const
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={t('shell.personMenu', { name: session.username })}
        >
          <span className="nf-person">{session.username}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {session.tenantName} · {session.roles.map((role) => t(`role.${role}`)).join(', ')}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>{t('shell.appearance')}</Menu.Label>
        {schemes.map(({ scheme, icon: Icon }) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => setColorScheme(scheme)}
            role="menuitemradio"
            aria-checked={colorScheme === scheme}
            fw={colorScheme === scheme ? 600 : undefined}
          >
            {t(`scheme.${scheme}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={onSignOut}>
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
