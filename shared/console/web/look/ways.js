// The ways to look at thumbnails.
export const WAYS = [
  { show: '', title: 'Picture', icon: 'image' },
  { show: 'place', title: 'In place', icon: 'place' },
  { show: 'blur', title: 'Blur and grey', icon: 'look' },
];
