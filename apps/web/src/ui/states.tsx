import { Button, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, type IconProps } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '#api/problem-text.ts'

type EmptyProps = { icon: ComponentType<IconProps>; title: string; text?: string | undefined; action?: ReactNode; isScreen?: boolean }

/** Says what the thing is for and offers the first step. `isScreen`: it is the whole screen, and its title is the screen's. */
export function EmptyState({ icon: Icon, title, text, action, isScreen }: EmptyProps) {
  return (
    <Stack align="center" gap={6} py="xl" px="md" mt={isScreen ? '12vh' : undefined} ta="center">
      <Icon size={28} stroke={1.4} className="nf-dimmed" aria-hidden />
      <Text fw={600} component={isScreen ? 'h1' : 'p'} m={0}>
        {title}
      </Text>
      {text && (
        <Text size="sm" c="dimmed" maw={460}>
          {text}
        </Text>
      )}
      {action}
    </Stack>
  )
}

type ErrorProps = { error: unknown; onRetry?: (() => void) | undefined; compact?: boolean; isScreen?: boolean }

/** Says what went wrong and what to do; offers to try again. `isScreen`: it replaces a screen. */
export function ErrorState({ error, onRetry, compact, isScreen }: ErrorProps) {
  const { t } = useTranslation('shared')
  const text = useProblemText()(error)
  return (
    <Stack align="center" gap={6} py={compact ? 'md' : 'xl'} px="md" mt={isScreen ? '12vh' : undefined} ta="center" role="alert">
      <IconAlertTriangle size={28} stroke={1.4} color="var(--nf-amber-text)" aria-hidden />
      <Title order={isScreen ? 1 : 3} size="h3">
        {t('error.title')}
      </Title>
      <Text size="sm" c="dimmed" maw={460}>
        {text}
      </Text>
      {onRetry && (
        <Button variant="default" size="xs" mt={4} onClick={onRetry}>
          {t('error.retry')}
        </Button>
      )}
    </Stack>
  )
}
