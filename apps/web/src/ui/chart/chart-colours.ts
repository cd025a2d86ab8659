import { useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useMemo } from 'react'

/** Colours of a canvas, which knows no style sheets: what each is for, not what it looks like. */
export type ChartColours = {
  primary: string
  second: string
  customers: string
  customersFill: string
  /** The range in which values are expected. */
  expected: string
  threshold: string
  mark: string
  night: string
  hatch: string
  grid: string
  text: string
  panel: string
}

export function useChartColours(): ChartColours {
  const dark = useComputedColorScheme('light') === 'dark'
  const theme = useMantineTheme()
  const isForced = useMediaQuery('(forced-colors: active)', undefined, { getInitialValueInEffect: false })
  return useMemo(() => {
    if (isForced) return forced
    const brand = theme.colors.brand ?? theme.colors.blue
    return dark
      ? {
          primary: brand[4]!,
          second: '#e599f7',
          customers: '#8d99a6',
          customersFill: 'rgba(141,153,166,0.28)',
          expected: 'rgba(99,196,140,0.26)',
          threshold: '#ff8787',
          mark: '#f1f3f5',
          night: 'rgba(130,150,220,0.18)',
          hatch: 'rgba(255,255,255,0.12)',
          grid: 'rgba(255,255,255,0.08)',
          text: '#a3abb3',
          panel: '#242424',
        }
      : {
          primary: brand[6]!,
          second: '#9c36b5',
          customers: '#7b8794',
          customersFill: 'rgba(123,135,148,0.24)',
          expected: 'rgba(47,158,88,0.2)',
          threshold: '#c92a2a',
          mark: '#1f2933',
          night: 'rgba(60,80,160,0.15)',
          hatch: 'rgba(80,90,100,0.18)',
          grid: 'rgba(30,40,50,0.08)',
          text: '#5a636d',
          panel: '#ffffff',
        }
  }, [dark, theme, isForced])
}

/** The system's colours, by which a canvas draws as the page around it. */
const forced: ChartColours = {
  ...{ primary: 'CanvasText', second: 'LinkText', customers: 'GrayText', customersFill: 'transparent', expected: 'transparent' },
  ...{ threshold: 'Highlight', mark: 'CanvasText', night: 'transparent', hatch: 'GrayText', grid: 'GrayText', text: 'CanvasText' },
  panel: 'Canvas',
}

/** The reader's own colours are few: lines differ by their strokes too. */
export const areForced = ({ panel }: ChartColours): boolean => panel === forced.panel
