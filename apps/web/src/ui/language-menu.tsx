import { Button, Menu } from '@mantine/core'
import { type Language, languageNames, languages } from '@nightflow/schemas/shared/language'
import { IconChevronDown, type IconProps } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { currentLanguage } from '#api/language.ts'

type Props = {
  label: string
  icon: ComponentType<IconProps>
  /** Above the languages. */
  hint?: string
  /** Below them, such as what else the paper has. */
  children?: ReactNode
  /** A failure has been announced by then. */
  onChoose: (language: Language) => Promise<unknown>
}

/** A paper in a language of choice, that of the reader first. */
export function LanguageMenu({ label, icon: Icon, hint, children, onChoose }: Props) {
  const [busy, setBusy] = useState(false)
  const own = currentLanguage()
  const choose = async (language: Language) => {
    setBusy(true)
    await onChoose(language).catch(() => undefined)
    setBusy(false)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          loading={busy}
          leftSection={<Icon size={14} aria-hidden />}
          rightSection={<IconChevronDown size={12} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {hint !== undefined && (
          <Menu.Label maw={260} style={{ whiteSpace: 'normal' }}>
            {hint}
          </Menu.Label>
        )}
        {[own, ...languages.filter((language) => language !== own)].map((language) => (
          <Menu.Item key={language} lang={language} onClick={() => choose(language)}>
            {languageNames[language]}
          </Menu.Item>
        ))}
        {children !== undefined && <Menu.Divider />}
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}
