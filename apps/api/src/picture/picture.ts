/** A picture whose kind and size are known. */
export type Picture = { width: number; height: number; mediaType: 'image/png' | 'image/jpeg'; bytes: Buffer }
