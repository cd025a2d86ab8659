import { Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { updateLanguage } from '@nightflow/schemas/platform/session-calls'
import { type Language, languageNames, languages } from '@nightflow/schemas/shared/language'
import { IconCheck } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { call } from '#api/call.ts'
import { currentLanguage, keepLanguage, textIn } from '#api/language.ts'
import { currentToken } from '#api/token.ts'

/** Long enough to read the message before the page is loaded anew. */
const messageMilliseconds = 1500

/** The list of the language menu. Choosing keeps the language, says so in it, and loads the page anew. */
export function LanguageList({ button }: { button: ReactElement }) {
  const current = currentLanguage()
  return (
    <Menu position="bottom-end" defaultOpened>
      <Menu.Target>{button}</Menu.Target>
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
