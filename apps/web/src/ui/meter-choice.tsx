import { Radio, Stack } from '@mantine/core'

/** A meter with the digits by which its holder knows it, and its last token. */
type Offered = { meterNo: string; label: string; lastToken: string }
type Props = { label: string; meters: readonly Offered[]; value: string | undefined; onChange: (meterNo: string) => void }

/** The meters of an account, of which a sale of tokens is for one. */
export function MeterChoice({ label, meters, value, onChange }: Props) {
  return (
    <Radio.Group label={label} value={value ?? null} onChange={onChange} className="nf-figures">
      <Stack gap="xs" mt="xs">
        {meters.map((meter) => (
          <Radio key={meter.meterNo} value={meter.meterNo} label={meter.label} description={meter.lastToken} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
