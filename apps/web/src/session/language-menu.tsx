import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { updateLanguage } from '@nightflow/schemas/platform/session-calls'
import { type Language, languageNames, languages } from '@nightflow/schemas/shared/language'
import { IconCheck, IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { currentLanguage, keepLanguage, textIn } from '#api/language.ts'
import { currentToken } from '#api/token.ts'

/** Long enough to read the message before the page is loaded anew. */
const messageMilliseconds = 1500

/** Each language by its own name. Choosing keeps it, says so in the new language, and loads the page anew. */
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
          className="nf-language"
          leftSection={<IconLanguage size={18} />}
          aria-label={`${t('shell.language')}: ${languageNames[current]}`}
        >
          <span className="nf-wide-only">{languageNames[current]}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            onClick={() => choose(language)}
            rightSection={language === current ? <IconCheck size={14} aria-hidden /> : null}
          >
            {languageNames[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** For a signed-in person the service keeps it too; a refusal changes nothing and is shown. */
async function choose(language: Language): Promise<void> {
  try {
    if (currentToken()) await call(updateLanguage, { language })
  } catch {
    return
  }
  keepLanguage(language)
  notifications.show({ message: await textIn(language, 'shared', 'shell.languageChanged'), color: 'green.8' })
  setTimeout(() => window.location.reload(), messageMilliseconds)
}
