import { Button } from '@mantine/core'
import { languageNames } from '@nightflow/schemas/shared/language'
import { IconLanguage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '#api/language.ts'
import { lazyPart } from '#api/lazy-part.ts'
import { LateMenu } from '#session/late-menu.tsx'

const LanguageList = lazyPart(async () => (await import('#session/language-list.tsx')).LanguageList, [])

/** Each language by its own name. */
export function LanguageMenu() {
  const { t } = useTranslation('shared')
  const current = currentLanguage()
  return (
    <LateMenu
      button={
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
      }
    >
      {(button) => <LanguageList button={button} />}
    </LateMenu>
  )
}
