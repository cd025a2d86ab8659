import { createTheme, type MantineThemeOverride } from '@mantine/core'
import { shadesOf } from '#ui/chart/colour-shades.ts'

export const defaultThemeColour = '#1890ff'

const fontFamily =
  "'Inter Variable', 'PingFang SC', 'Hiragino Sans GB', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', system-ui, sans-serif"

/** Notices are at 400. A menu that a person opens is above one that comes by itself. */
const aboveNotices = 450

/** How calendars write a month, a day and a moment, in the letters of dayjs. */
type CalendarFormats = { monthFormat: string; dayFormat: string; momentFormat: string }

/** Mantine's tokens with the tenant's colour and one dense type scale on a grid of 4 px. */
export const themeOf = (
  themeColour: string,
  { monthFormat, dayFormat, momentFormat }: CalendarFormats,
  closeLabel: string,
): MantineThemeOverride =>
  createTheme({
    colors: { brand: shadesOf(themeColour) },
    primaryColor: 'brand',
    primaryShade: { light: 6, dark: 6 },
    fontFamily,
    headings: {
      fontFamily,
      fontWeight: '600',
      sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1.0625rem' }, h3: { fontSize: '0.9375rem' } },
    },
    fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
    defaultRadius: 'sm',
    cursorType: 'pointer',
    focusRing: 'auto',
    respectReducedMotion: true,
    components: {
      Menu: { defaultProps: { zIndex: aboveNotices } },
      DatePickerInput: { defaultProps: { monthLabelFormat: monthFormat, valueFormat: dayFormat } },
      MonthPickerInput: { defaultProps: { valueFormat: monthFormat } },
      DateTimePicker: { defaultProps: { monthLabelFormat: monthFormat, valueFormat: momentFormat } },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': closeLabel } } },
    },
  })
