import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

const typingPauseMilliseconds = 300

/** `isWide` is for a box that looks into several fields and names them. */
type Props = { label: string; value: string; width?: number; isWide?: boolean; onType: (text: string | undefined) => void }

/** A word to search for: reported when the typing pauses, undefined when it is empty. */
export function SearchInput({ label, value, width, isWide, onType }: Props) {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  const tell = useDebouncedCallback((text: string) => {
    told.current = text.trim()
    onType(told.current || undefined)
  }, typingPauseMilliseconds)
  // The address changes by itself too: "back", or all filters cleared. An older text of the same person must not replace a newer one.
  useEffect(() => {
    if (value !== told.current) setTyped(value)
    told.current = value
  }, [value])
  return (
    <TextInput
      size="xs"
      w={width}
      className={isWide ? 'nf-filter-search' : undefined}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={13} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        tell(event.currentTarget.value)
      }}
    />
  )
}
