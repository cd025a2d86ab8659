import { Button, Menu } from '@mantine/core'
import { languages } from '@nightflow/schemas/shared/language'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { currentLanguage, languageNames, switchLanguage } from '#session/language.ts'

/** Each language by its own name; choosing applies at once. */
export function LanguageMenu() {
  const { t } = useTranslation('shared')
  const current = currentLanguage()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconLanguage size={16} />}
          aria-label={`${t('shell.language')}: ${languageNames[current]}`}
        >
          {languageNames[current]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            onClick={() => switchLanguage(language)}
            rightSection={language === current ? <IconCheck size={14} aria-hidden /> : null}
          >
            {languageNames[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
