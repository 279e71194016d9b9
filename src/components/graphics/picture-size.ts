/** Width and height of the pictures for link previews, in pixels. */
export const PICTURE_SIZE = { width: 1_200, height: 630 } as const;
/** Those of pictures that are drawn on request: half as wide takes a quarter of the time. */
export const SMALL_PICTURE_SIZE = { width: 600, height: 315 } as const;

/** The address of the picture of a system for link previews. */
export const systemPicturePath = (id: string): string => `/agent-accountability-map/pictures/${id}.png`;

/** The picture for link previews of pages that have none of their own. */
export const sitePicture = {
  path: '/pictures/service.png',
  alt: 'What did the agent decide, and can you prove it? Receipts, agents, systems and decisions, each with its sources.',
  ...PICTURE_SIZE,
} as const;
