import { Tooltip, type TooltipProps } from '@mantine/core'

type Props = Pick<TooltipProps, 'id' | 'label' | 'position' | 'multiline' | 'maw'> & { target: HTMLElement }

/** The tooltip of `LateTooltip`, beside an element that is there already. */
export default function ShownTooltip(props: Props) {
  return <Tooltip opened {...props} />
}
