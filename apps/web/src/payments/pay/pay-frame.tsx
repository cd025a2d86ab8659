import { Group, Text, Title } from '@mantine/core'
import { IconDropletHalf2Filled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LanguageMenu } from '#session/language-menu.tsx'
import { usePageTitle } from '#session/page-title.ts'
import './pay.css'

type Props = { title: string; subtitle?: string; children: ReactNode }

/** The page of a payer: one column for a phone, with the utility and the language above. */
export function PayFrame({ title, subtitle, children }: Props) {
  usePageTitle(title)
  return (
    <main className="nf-pay">
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="md">
        <Group gap={8} wrap="nowrap" align="flex-start">
          <IconDropletHalf2Filled size={26} color="var(--mantine-primary-color-filled)" aria-hidden />
          <div>
            <Title order={1} size="h3">
              {title}
            </Title>
            {subtitle && (
              <Text size="sm" c="dimmed">
                {subtitle}
              </Text>
            )}
          </div>
        </Group>
        <LanguageMenu />
      </Group>
      {children}
    </main>
  )
}

type Line = { name: string; value: string; isStrong?: boolean | undefined }

/** Names on the left, amounts on the right, one below the other. */
export function PayLines({ lines }: { lines: readonly Line[] }) {
  return (
    <dl className="nf-pay-lines">
      {lines.map(({ name, value, isStrong }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two surcharges may have one name, and lines never move.
        <div key={`${name}-${at}`} className={isStrong ? 'nf-pay-strong' : undefined}>
          <dt>{name}</dt>
          <dd className="nf-figures">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
