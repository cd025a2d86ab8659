import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { usePageTitle } from '#session/page-title.ts'

/** A screen: what it is, how it is doing, tools to the right; then its content from top to bottom. */
export function Page({
  title,
  subtitle,
  status,
  tools,
  children,
}: {
  title: string
  subtitle?: ReactNode
  status?: ReactNode
  tools?: ReactNode
  children: ReactNode
}) {
  usePageTitle(title)
  return (
    <div className="nf-page">
      <Group justify="space-between" align="flex-start" gap="sm" wrap="wrap" className="nf-page-head">
        <div className="nf-page-title">
          <Group gap="sm" wrap="wrap">
            <Title order={1}>{title}</Title>
            {status}
          </Group>
          {subtitle && (
            <Text size="sm" c="dimmed" component="div">
              {subtitle}
            </Text>
          )}
        </div>
        {tools && (
          <Group gap="xs" wrap="wrap" className="nf-page-tools">
            {tools}
          </Group>
        )}
      </Group>
      {children}
    </div>
  )
}
