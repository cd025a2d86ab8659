import { Group, Paper, Text, Title } from '@mantine/core'
import { IconDropletHalf2Filled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LanguageMenu } from '#session/language-menu.tsx'
import { usePageTitle } from '#session/page-title.ts'

/** A page for who is not signed in: one panel in the middle, with the product's name and the language. */
export function OpenPage({ lead, children }: { lead: string; children: ReactNode }) {
  usePageTitle(lead)
  return (
    <main className="nf-sign-in">
      <Paper withBorder p={{ base: 'lg', xs: 'xl' }} radius="md" w="100%" maw={440}>
        <Group justify="space-between" mb="lg" wrap="nowrap">
          <Group gap={8} wrap="nowrap">
            <IconDropletHalf2Filled size={26} color="var(--mantine-primary-color-filled)" aria-hidden />
            <Title order={1} size="h2">
              Nightflow
            </Title>
          </Group>
          <LanguageMenu />
        </Group>
        <Text size="sm" c="dimmed" mb="md">
          {lead}
        </Text>
        {children}
      </Paper>
    </main>
  )
}
