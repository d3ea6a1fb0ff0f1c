-- When a bucket of an object-store service was last found to put a file only where there is none.
CREATE TABLE proof (
    endpoint TEXT NOT NULL,
    bucket TEXT NOT NULL,
    proved_at BIGINT NOT NULL,
    PRIMARY KEY (endpoint, bucket)
);
