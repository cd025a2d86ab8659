import { Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { QrCode } from '#ui/qr-code.tsx'
import './token-digits.css'

/** Digits in five groups of four, as they are printed and typed. */
export const inGroups = (token: string): string => token.match(/\d{4}/g)?.join(' ') ?? token

/** Tokens in large type, in the order in which they are entered, each with its code. */
export function TokenDigits({ tokens }: { tokens: readonly string[] }) {
  const { t } = useTranslation('prepaid')
  return (
    <Stack gap="md">
      {tokens.map((token) => (
        <Group key={token} gap="md" align="center">
          <Text className="nf-token-digits nf-figures" component="p" aria-label={token.split('').join(' ')}>
            {inGroups(token)}
          </Text>
          <QrCode text={token} label={t('token.qr')} size={132} />
        </Group>
      ))}
    </Stack>
  )
}
