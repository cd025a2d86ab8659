export type UsageChoice = { days: 7 | 30 | 90; by: 'day' | 'month'; partition?: string | undefined }
