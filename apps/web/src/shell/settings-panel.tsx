import { Button, ColorSwatch, Drawer, Group, SegmentedControl, Stack, Switch, Text, Tooltip, useMantineColorScheme } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#session/session-query.ts'
import { changeShellSettings, resetShellSettings, themePresets, useShellSettings } from '#shell/shell-settings.ts'

const schemes = ['auto', 'light', 'dark'] as const
const switches = ['tagsView', 'fixedHeader', 'sidebarLogo'] as const

/** How this person likes the shell, in this browser: applied at once, kept here. */
export function SettingsPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell')
  const settings = useShellSettings()
  const tenantColour = useSession().themeColour.toLowerCase()
  const shownColour = settings.themeColour ?? tenantColour
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={300}
      title={t('settings.title')}
      closeButtonProps={{ 'aria-label': t('settings.close') }}
    >
      <Stack gap="lg">
        <div role="radiogroup" aria-label={t('settings.themeColour')}>
          <Text size="sm" fw={600} mb={6}>
            {t('settings.themeColour')}
          </Text>
          <Group gap={8}>
            {themePresets.map((colour, index) => {
              const isChosen = shownColour === colour
              const name = t(`settings.colour.${index}`)
              return (
                <Tooltip key={colour} label={name}>
                  <ColorSwatch
                    component="button"
                    type="button"
                    role="radio"
                    aria-checked={isChosen}
                    aria-label={name}
                    color={colour}
                    size={26}
                    c="white"
                    onClick={() => changeShellSettings({ themeColour: colour })}
                  >
                    {isChosen && <IconCheck size={16} aria-hidden />}
                  </ColorSwatch>
                </Tooltip>
              )
            })}
          </Group>
        </div>
        <div>
          <Text size="sm" fw={600} mb={6} id="nf-scheme">
            {t('settings.appearance')}
          </Text>
          <SegmentedControl
            aria-labelledby="nf-scheme"
            fullWidth
            size="xs"
            value={colorScheme}
            onChange={(next) => setColorScheme(next as (typeof schemes)[number])}
            data={schemes.map((value) => ({ value, label: t(`settings.scheme.${value}`) }))}
          />
        </div>
        {switches.map((name) => (
          <Switch
            key={name}
            label={t(`settings.${name}`)}
            checked={settings[name]}
            onChange={(event) => changeShellSettings({ [name]: event.currentTarget.checked })}
          />
        ))}
        <Button variant="default" size="xs" onClick={resetShellSettings}>
          {t('settings.reset')}
        </Button>
      </Stack>
    </Drawer>
  )
}
